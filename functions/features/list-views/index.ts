import { addOneView } from './add-view.ts';
import { keepColumns } from './choose-columns.ts';
import { editOneView } from './edit-view.ts';
import { readViews } from './read-views.ts';
import { removeOneView } from './remove-view.ts';

// Fixed names stand before `{id}`: the first route that matches answers.
export const listViewRoutes = [readViews, keepColumns, addOneView, editOneView, removeOneView];
