import * as z from 'zod/mini';
import { flag } from '../contract/fields.ts';

/** Own views of one report for one person, characters of a state (64 kB) and of what is kept beside it. */
export const viewLimits = { perReport: 50, state: 65_536, rest: 16_384, name: 80, pageName: 200 };
/** People that one call may tell, people in one hour, characters of the message. */
export const shareLimits = { atOnce: 20, anHour: 60, message: 500 };

/** A state of the report service's own bookmark: opaque, one byte a character. */
export const frameState = z
  .string()
  .check(z.minLength(1, 'required'), z.maxLength(viewLimits.state, 'too_long'), z.regex(/^[!-~]+$/, 'invalid'));

const pageWords = z.nullable(z.string().check(z.minLength(1, 'invalid'), z.maxLength(viewLimits.pageName, 'too_long')));

/** One moment of a report, to come back to: its state, its page, and the chosen values in case the state no longer fits. */
export const viewContent = z.strictObject({
  state: frameState,
  page: pageWords,
  pageTitle: pageWords,
  rest: z.string().check(z.maxLength(viewLimits.rest, 'too_long')),
});
export type ViewContent = z.infer<typeof viewContent>;

/** A named view as it opens. */
export const openView = z.object({
  id: z.string(),
  reportId: z.string(),
  name: z.string(),
  mine: flag,
  shared: flag,
  owner: z.string(),
  version: z.number(),
  ...viewContent.shape,
});
export type OpenView = z.infer<typeof openView>;

/** With what a report opens: a view, or how the person left it; null opens what its author made. */
export const opening = z.nullable(z.object({ kind: z.enum(['view', 'saved']), state: z.string(), view: z.nullable(openView) }));
export type Opening = z.infer<typeof opening>;
