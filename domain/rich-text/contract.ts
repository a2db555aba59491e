import * as z from 'zod/mini';
import { fitsRichText, isRichText } from './check.ts';
import { normalRichText } from './normal.ts';
import { plainText } from './plain.ts';
import type { RichText } from './tree.ts';

export type { RichText } from './tree.ts';

// The second check only sees what passed the first.
const shaped = z.pipe(z.custom<RichText>(isRichText, 'invalid'), z.custom<RichText>(fitsRichText, 'too_long'));
const stored = z.pipe(shaped, z.pipe(z.transform(normalRichText), z.custom<RichText>(isRichText, 'invalid')));

/** Formatted text in a body, in the form in which it is stored. It may be empty. */
export const richText = stored;
/** The same, with at least one character. */
export const requiredRichText = z.pipe(
  stored,
  z.custom<RichText>((text) => plainText(text as RichText).trim() !== '', 'required'),
); // because the stage before it has checked the shape
