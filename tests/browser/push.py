"""A fake push service for Chromium, because tests cannot reach the real one.

The number in `localStorage.subscribed` is part of the subscription's address. To replace the subscription, a test
changes this number.
"""

FAKE_PUSH_SERVICE = """(() => {
    const p256dh = "BGsX0fLhLEJH-Lzm5WOkQPJ3A32BLeszoPShOUXYmMKWT-NC4v4af5uO5-tKfA-eFivOM1drMV7Oy7ZAaDe_UfU";
    const made = () => ({
        endpoint: `https://fcm.googleapis.com/fcm/send/${localStorage.getItem("subscribed")}`,
        toJSON() { return { endpoint: this.endpoint, keys: { p256dh, auth: "A".repeat(22) } }; },
        async unsubscribe() { localStorage.removeItem("subscribed"); },
    });
    PushManager.prototype.getSubscription = async () => (localStorage.getItem("subscribed") ? made() : null);
    PushManager.prototype.subscribe = async ({ userVisibleOnly, applicationServerKey }) => {
        if (!userVisibleOnly || applicationServerKey.length !== 65) throw new Error("no such key");
        localStorage.setItem("subscribed", "1");
        return made();
    };
})()"""
