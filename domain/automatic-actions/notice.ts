import * as z from 'zod/mini';
import { text, whole } from '../contract/fields.ts';
import type { MessageAudience } from '../messages/audience.ts';
import { noticeLimits } from '../notices/limits.ts';
import { untimedNotice } from '../notices/untimed.ts';
import { taskLimits } from './limits.ts';

/** The notice that a task posts with each run; shown for `hours`, so that those of a daily task end by themselves. */
export const taskNotice = z.strictObject({
  ...untimedNotice,
  hours: whole(1, taskLimits.noticeHours),
  /** The names of the groups that it is for. */
  names: z._default(z.array(text(200)).check(z.maxLength(noticeLimits.groups, 'too_long')), []),
});
export type TaskNotice = z.output<typeof taskNotice>;

/** The groups or users that a task's message or notice is for; everyone where it names none. */
export function namedByOptions(
  options: { message?: { audience: MessageAudience } | undefined; notice?: TaskNotice | undefined } | undefined,
): MessageAudience {
  if (options?.message) return options.message.audience;
  const audience = options?.notice?.audience;
  return audience?.type === 'groups' ? audience : { type: 'all' };
}
