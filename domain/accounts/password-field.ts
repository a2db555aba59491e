import * as z from 'zod/mini';
import { getLength, passwordLength } from './limits.ts';

/** A password on the wire. The limit leaves room for text with more code units than letters, such as decomposed accents and emoji. */
export const anyPassword = z.string().check(z.minLength(1, 'required'), z.maxLength(passwordLength.most * 4, 'too_long'));

/** A password to compare: no longer than one that can be set, counted in the same way. */
export const givenPassword = anyPassword.check(z.refine((value) => getLength(value) <= passwordLength.most, 'too_long'));
