import * as z from 'zod/mini';
import { lengthOf, passwordLength } from './limits.ts';

/** A password on the wire: room for what counts as fewer letters than it has units, as decomposed accents and emoji do. */
export const anyPassword = z.string().check(z.minLength(1, 'required'), z.maxLength(passwordLength.most * 4, 'too_long'));

/** One that is to be compared: no longer than one that can be set, counted in the same way. */
export const givenPassword = anyPassword.check(z.refine((value) => lengthOf(value) <= passwordLength.most, 'too_long'));
