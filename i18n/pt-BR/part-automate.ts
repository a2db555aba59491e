import { automaticActions } from './automatic-actions.ts';
import { automaticActionsShifts } from './automatic-actions-shifts.ts';
import { capacity } from './capacity.ts';
import { waking } from './waking.ts';

// For people who let the portal act by itself.
export const automate = {
  ...automaticActions,
  ...capacity,
  ...automaticActionsShifts,
  ...waking,
};
