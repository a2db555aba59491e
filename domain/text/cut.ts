/** At most so many UTF-16 units of a text, and no half of a sign at its end: a database refuses halves. */
export const cut = (text: string, length: number): string => text.slice(0, length).replace(/[\ud800-\udbff]$/, '');
