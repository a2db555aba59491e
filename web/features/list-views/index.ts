export { ListViews } from './ListViews.tsx';
export { type ListViewsState, useListViews } from './use-list-views.ts';
