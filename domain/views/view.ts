import * as z from 'zod/mini';
import { flag } from '../contract/fields.ts';
import { viewLimits } from './limits.ts';

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
