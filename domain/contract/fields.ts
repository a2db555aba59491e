import * as z from 'zod/mini';

export type Flag = 'S' | 'N';
/** The wire's yes and no (Spec 3). */
export const flag = z.enum(['S', 'N']);
export const isOn = (value: Flag | undefined | null): boolean => value === 'S';
export const toFlag = (value: boolean): Flag => (value ? 'S' : 'N');

export const id = z.string().check(z.regex(/^[0-9a-f]{8}-[0-9a-f]{4}-[1-8][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/, 'invalid'));
export const instant = z.string();
export const nothing = z.strictObject({});
export const done = z.object({ status: z.literal('ok') });

/** Text a person typed: trimmed, at least one character, at most `max`. */
export const text = (max: number) => z.string().check(z.trim(), z.minLength(1, 'required'), z.maxLength(max, 'too_long'));
export const optionalText = (max: number) => z._default(z.string().check(z.trim(), z.maxLength(max, 'too_long')), '');

/** A whole number in a query string. */
export const queryInt = (min: number, max: number) =>
  z.pipe(
    z.union([z.number(), z.string().check(z.regex(/^\d{1,9}$/, 'invalid'))]),
    z.pipe(z.transform(Number), z.number().check(z.minimum(min, 'invalid'), z.maximum(max, 'invalid'))),
  );
