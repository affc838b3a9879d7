// Suggestions for fields with names of mages. The script is loaded only on pages with such a field.

const fields = document.querySelectorAll("input[data-names]");

if (fields.length) {
  const at = document.body.dataset.namesAt;
  import("../lib/combobox.js").then(({ comboboxOf }) => {
    for (const field of fields) {
      const whose = field.dataset.names;
      comboboxOf(field, { at: whose === "mages" ? `${at}?of=mages&q=` : `${at}?q=`, isList: whose === "several" });
    }
  });
}
