// Control characters, and what a font draws nothing for: zero-width signs, direction marks, fillers. A name could be written with them to look
// like another. White space and combining marks are no part of it: they are seen.
export const unseen = /(?![\p{M}\t-\r])[\p{Cc}\p{Default_Ignorable_Code_Point}\ufff9-\ufffb]/gu;

/** A name as it is stored: composed, without unseen signs, one space between words. */
export const normalName = (name: string): string => name.normalize('NFC').replace(unseen, '').replace(/\s+/gu, ' ').trim();
