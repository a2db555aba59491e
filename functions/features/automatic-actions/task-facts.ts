import { type TaskField, type TaskOptions, taskFields } from '../../../domain/automatic-actions/fields.ts';
import type { TaskAction, TaskTargetKind } from '../../../domain/automatic-actions/task.ts';
import type { StoredTrigger } from '../../../domain/automatic-actions/trigger.ts';
import { pick } from '../../../domain/fields/fields.ts';
import { recordedInstant } from '../../../domain/fields/recorded-instant.ts';

type Recorded = {
  type: string;
  action: TaskAction;
  name: string;
  targetKind: TaskTargetKind;
  targetId: string | null;
  startsAt: string;
  endsAt: string;
  wakeOutside: boolean;
  options: TaskOptions;
} & Record<TaskField, unknown>;

/** What the history of a task records. */
export const factsOfTask = (task: Recorded, triggers: readonly StoredTrigger[]) =>
  ({
    ...pick(task, ['type', 'action', ...taskFields]),
    startsAt: recordedInstant(task.startsAt),
    endsAt: recordedInstant(task.endsAt),
    triggers,
  }) satisfies Record<TaskField | 'triggers', unknown>;
