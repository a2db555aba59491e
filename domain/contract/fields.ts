import * as z from 'zod/mini';
import { normalName } from '../text/name.ts';
import { isDay } from '../validation/day.ts';
import { isInstant } from '../validation/moment.ts';
import { flagValues } from './flag.ts';

/** The wire's yes and no (Spec 3). */
export const flag = z.enum(flagValues);

export const id = z.string().check(z.regex(/^[0-9a-f]{8}-[0-9a-f]{4}-[1-8][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/, 'invalid'));
export const instant = z.string();
export const nothing = z.strictObject({});
export const done = z.object({ status: z.literal('ok') });

/** Text typed by a user: trimmed, at least one character, at most `max`. */
export const text = (max: number) => z.string().check(z.trim(), z.minLength(1, 'required'), z.maxLength(max, 'too_long'));
/** A name as stored: two that look alike are the same (domain/text/name.ts). */
export const nameText = (max: number) =>
  z.string().check(z.overwrite(normalName), z.minLength(1, 'required'), z.maxLength(max, 'too_long'));
/** The same, but may be empty. */
export const writtenText = (max: number) => z.string().check(z.trim(), z.maxLength(max, 'too_long'));
export const optionalText = (max: number) => z._default(writtenText(max), '');

type Changed<Field> = Field extends z.ZodMiniDefault<infer Inner> ? z.ZodMiniOptional<Inner> : Field;
/**
 * The fields of an edit. One that has a default when a row is added is optional here: omitted means unchanged, empty means cleared. A tab
 * from before a deployment thus can't wipe a field that it doesn't know.
 */
export const changed = <Shape extends Record<string, z.ZodMiniType>>(shape: Shape) =>
  Object.fromEntries(
    Object.entries(shape).map(([name, field]) => [name, field instanceof z.ZodMiniDefault ? z.optional(field._zod.def.innerType) : field]),
  ) as { [Name in keyof Shape]: Changed<Shape[Name]> }; // because fromEntries forgets the names

/** A whole number in a body, bounded like the column that stores it. */
export const whole = (least: number, most: number) => z.int('invalid').check(z.minimum(least, 'invalid'), z.maximum(most, 'invalid'));
/** The most that an integer column holds. */
export const largestInteger = 2 ** 31 - 1;
/** The version of a row as the caller saw it; 0 where there is none yet. */
export const version = whole(0, largestInteger);

/** A whole number in a query string. */
export const queryInt = (min: number, max: number) =>
  z.pipe(
    z.union([whole(min, max), z.string().check(z.regex(/^\d{1,9}$/, 'invalid'))]),
    z.pipe(z.transform(Number), z.number().check(z.minimum(min, 'invalid'), z.maximum(max, 'invalid'))),
  );

/** A calendar day, `yyyy-mm-dd`, 1000–2999; one that doesn't exist is refused before it reaches the database. */
export const day = z.string().check(
  z.regex(/^[12]\d{3}-\d\d-\d\d$/, 'invalid'),
  z.refine((text) => isDay(text.replaceAll('-', '/')), 'invalid'),
);
/** An instant in a query or a body, as the API writes it: `2026-11-20T12:00:00.000Z`. Its day and time must exist. */
export const givenInstant = z.string().check(z.refine(isInstant, 'invalid'));
