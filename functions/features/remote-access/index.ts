export { actAsAnswer, endActAs } from './act-as.ts';
export { isCurrent } from './request-row.ts';
export { settleDueRemote } from './settle-remote.ts';
