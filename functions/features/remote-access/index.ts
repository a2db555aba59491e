export { actAsAnswer, type EndedBy, endActAs, endActAsByJob } from './act-as.ts';
export { settleDueRemote } from './settle-remote.ts';
