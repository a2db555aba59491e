/** Takes away what index.html shows a signed-in person until the first page is drawn; done again it changes nothing. */
export const endFirstFrame = (): void => document.getElementById('first-frame')?.remove();
