import { exportNoticesAsFile, findNotices, readOneNotice } from './list-notices.ts';
import { acknowledgeOneNotice, dismissOneNotice, readOwnNotices } from './own-notices.ts';
import { exportReadersAsFile, findReaders } from './readers.ts';
import { addOneNotice, deleteOneNotice, editOneNotice, withdrawOneNotice } from './write-notice.ts';

export const routes = [
  findNotices,
  exportNoticesAsFile,
  readOneNotice,
  addOneNotice,
  editOneNotice,
  deleteOneNotice,
  withdrawOneNotice,
  findReaders,
  exportReadersAsFile,
  readOwnNotices,
  dismissOneNotice,
  acknowledgeOneNotice,
];
