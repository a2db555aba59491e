export { ListViews } from './ListViews.tsx';
export { useListViews } from './use-list-views.ts';
