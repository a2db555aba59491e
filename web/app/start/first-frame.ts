/** Removes the placeholder of index.html for signed-in users once the first page has rendered; idempotent. */
export const endFirstFrame = (): void => document.getElementById('first-frame')?.remove();

/** Whether it is shown: a page of the portal, and a session in this browser. */
export const showsFirstFrame = (): boolean => document.getElementById('first-frame')?.hidden === false;
