import { addOneView } from './add-view.ts';
import { keepColumns } from './choose-columns.ts';
import { editOneView } from './edit-view.ts';
import { readViews } from './read-views.ts';
import { removeOneView } from './remove-view.ts';

export const routes = [readViews, keepColumns, addOneView, editOneView, removeOneView];
