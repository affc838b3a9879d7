// Tabs on a phone: each row scrolls to the current tab.

for (const tab of document.querySelectorAll(":is(.tabs, nav.chips) [aria-current]")) {
  const row = tab.parentElement;
  row.scrollLeft = tab.offsetLeft - (row.clientWidth - tab.offsetWidth) / 2;
}
