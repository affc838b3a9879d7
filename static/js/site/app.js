// On every page: what makes the site one that can be installed.

if (navigator.serviceWorker)
  addEventListener("load", () => navigator.serviceWorker.register(document.body.dataset.worker).catch(() => {})); // a browser may forbid it
