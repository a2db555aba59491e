/** Removes the placeholder of index.html for signed-in users once the first page has rendered; idempotent. */
export const endFirstFrame = (): void => document.getElementById('first-frame')?.remove();
