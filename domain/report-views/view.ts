import * as z from 'zod/mini';
import { flag } from '../contract/fields.ts';
import { viewLimits } from './limits.ts';

/** A bookmark state of the report service: opaque, one byte per character. */
export const frameState = z
  .string()
  .check(z.minLength(1, 'required'), z.maxLength(viewLimits.state, 'too_long'), z.regex(/^[!-~]+$/, 'invalid'));

const pageWords = z.nullable(z.string().check(z.minLength(1, 'invalid'), z.maxLength(viewLimits.pageName, 'too_long')));

/** A saved moment of a report: its state, its page, and the chosen values in case the state no longer applies. */
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

/** How a report opens: with a view, or as the user left it; null opens it as its author made it. */
export const opening = z.nullable(z.object({ kind: z.enum(['view', 'saved']), state: z.string(), view: z.nullable(openView) }));
export type Opening = z.infer<typeof opening>;
