import type { entry as defining } from '../en-US/entry.ts';
import type { Texts } from '../types.ts';
import { errors } from './errors.ts';
import { session } from './session.ts';
import { uiBasics } from './ui-basics.ts';

export const entry: Texts<typeof defining> = {
  ...uiBasics,
  ...errors,
  ...session,
};
