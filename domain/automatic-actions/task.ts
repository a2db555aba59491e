import type { MessageAudience } from '../messages/audience.ts';
import type { MessageTexts } from '../messages/texts.ts';
import type { TaskType } from './runs.ts';

/** What a task of each type does (BEHAVIOUR 1). Deliveries join the list with their feature. */
export const taskActions = {
  capacity: ['activate', 'pause', 'resize'],
  dataset: ['refresh'],
  maintenance: ['start', 'end'],
  notification: ['send', 'publish'],
} as const satisfies Partial<Record<TaskType, readonly string[]>>;
export type OfferedType = keyof typeof taskActions;
export type TaskAction = (typeof taskActions)[OfferedType][number];
export const offeredTypes = ['capacity', 'dataset', 'maintenance', 'notification'] as const satisfies readonly OfferedType[];
export const allActions = [
  'activate',
  'pause',
  'resize',
  'refresh',
  'start',
  'end',
  'send',
  'publish',
] as const satisfies readonly TaskAction[];

/** `unit` has no id. A dataset is named by a report that shows it. */
export const taskTargets = ['capacity', 'report', 'subgroup', 'group', 'unit'] as const;
export type TaskTargetKind = (typeof taskTargets)[number];

export const targetsOfType: Readonly<Record<OfferedType, readonly TaskTargetKind[]>> = {
  capacity: ['capacity'],
  dataset: ['report'],
  maintenance: ['report', 'subgroup', 'group', 'unit'],
  notification: ['unit'],
};

/** `draft` isn't stored: a task that isn't complete isn't saved. */
export const taskStates = ['active', 'paused', 'suspended', 'ended'] as const;
export type TaskState = (typeof taskStates)[number];

/** Why the portal suspended a task, besides the error codes of its failed runs. */
export const suspendReasons = ['owner_gone', 'right_gone', 'target_gone', 'account_gone', 'screen_hidden', 'visit_ended'] as const;

/**
 * Why a run was skipped or missed, besides the error codes and the reasons of a suspension: it was late; what a later one says holds
 * instead; its capacity is paused and may not be started, or is kept paused by its budget, by maintenance or by a person; there was nothing
 * to do any more; another business unit controls the capacity.
 */
export const runReasons = [
  'late',
  'derived',
  'capacity_paused',
  'budget',
  'maintenance',
  'held',
  'already',
  'elsewhere',
  'cancelled',
] as const;

export type TaskMessage = { audience: MessageAudience; texts: MessageTexts; mail: boolean; names: readonly string[] };
