export { actAsAnswer, endActAs } from './act-as.ts';
export { isLive } from './request-row.ts';
export { settleDueRemote } from './settle-remote.ts';
