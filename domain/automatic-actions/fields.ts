import type { TaskNotice } from './notice.ts';
import type { TaskAction, TaskMessage } from './task.ts';

// The one list of the fields of a task and of its triggers: contract, statements, history and forms derive from it, or are a record of all
// fields that doesn't compile while one is missing (docs/data.md, "Add a field").

/** What an edit changes in a task's own row; its triggers are rows of their own. */
export const taskFields = ['name', 'targetKind', 'targetId', 'startsAt', 'endsAt', 'zone', 'wakeOutside', 'options'] as const;
export type TaskField = (typeof taskFields)[number];

/** Options that are S or N on the wire. */
export const optionFlags = ['blocks', 'exceptAdmin', 'pausesCapacity'] as const;
type OptionFlag = (typeof optionFlags)[number];
type OptionValues = Record<OptionFlag, boolean> & {
  /** The size of a resize. */
  size: string;
  /** How long a maintenance lasts, its texts and behaviour. */
  minutes: number;
  title: string;
  text: string;
  announceHours: number;
  /** The message that is sent, with the names of those it is addressed to. */
  message: TaskMessage;
  /** The notice that is posted, and for how long it is shown. */
  notice: TaskNotice;
};

/** The options of each action. */
export const optionsOfAction = {
  activate: [],
  pause: [],
  resize: ['size'],
  refresh: [],
  start: ['minutes', 'title', 'text', ...optionFlags, 'announceHours'],
  end: [],
  send: ['message'],
  publish: ['notice'],
} as const satisfies Record<TaskAction, readonly (keyof OptionValues)[]>;
export type OptionField = (typeof optionsOfAction)[TaskAction][number];

/** What a task's action needs beside its target, as it is stored. */
export type TaskOptions = { [Name in OptionField]?: OptionValues[Name] };

/** The columns that say when a trigger runs. */
export const triggerColumns = [
  'frequency',
  'date',
  'days',
  'monthDay',
  'shortMonth',
  'businessDay',
  'onHoliday',
  'times',
  'everyMinutes',
  'from',
  'until',
] as const;
export type TriggerColumn = (typeof triggerColumns)[number];
