import * as z from 'zod/mini';
import { instant } from '../contract/fields.ts';
import type { RichText } from '../rich-text/tree.ts';
import { severities } from './fields.ts';

/** A notice as its reader sees it, in the reader's language. */
export const shownNotice = z.object({
  ...{
    id: z.string(),
    title: z.string(),
    body: z.custom<RichText>(),
    severity: z.enum(severities),
    startsAt: instant,
    endsAt: z.nullable(instant),
  },
  ...{ dismissible: z.boolean(), mustAcknowledge: z.boolean() },
  dismissedAt: z.nullable(instant),
  acknowledgedAt: z.nullable(instant),
});
export type ShownNotice = z.infer<typeof shownNotice>;
