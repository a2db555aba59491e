// Control characters and characters that a font doesn't draw: zero-width characters, direction marks, fillers. They could make a name look
// like another. White space and combining marks aren't included: they are visible.
export const unseen = /(?![\p{M}\t-\r])[\p{Cc}\p{Default_Ignorable_Code_Point}\ufff9-\ufffb]/gu;

/** A name as stored: composed, without invisible characters, one space between words. */
export const normalName = (name: string): string => name.normalize('NFC').replace(unseen, '').replace(/\s+/gu, ' ').trim();
