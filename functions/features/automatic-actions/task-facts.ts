import type { TaskAction, TaskOptions, TaskTargetKind } from '../../../domain/automatic-actions/task.ts';
import type { StoredTrigger } from '../../../domain/automatic-actions/trigger.ts';
import { recordedInstant } from '../../../domain/fields/recorded-instant.ts';

type Recorded = {
  name: string;
  type: string;
  action: TaskAction;
  targetKind: TaskTargetKind;
  targetId: string | null;
  startsAt: string;
  endsAt: string;
  wakeOutside: boolean;
  options: TaskOptions;
};

/** What the history of a task records. */
export const factsOfTask = (
  { name, type, action, targetKind, targetId, startsAt, endsAt, wakeOutside, options }: Recorded,
  triggers: readonly StoredTrigger[],
) => ({
  ...{ name, type, action, targetKind, targetId, wakeOutside, options, triggers },
  startsAt: recordedInstant(startsAt),
  endsAt: recordedInstant(endsAt),
});
