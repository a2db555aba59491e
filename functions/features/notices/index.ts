export { countGroups, countOpen, groupsIn, insertNotice } from './insert-notice.ts';
export { isWaiting, presentShown, readShown } from './shown.sql.ts';
