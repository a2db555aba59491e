import { endOwnActing, noteOpenedPage } from './act-as.ts';
import { cancelOwnWait, enterAllowed, readOwnWait } from './wait.ts';

export const remoteAccessRoutes = [endOwnActing, noteOpenedPage, readOwnWait, cancelOwnWait, enterAllowed];
export { actAsAnswer, type EndedBy, endActAs, endActAsByJob } from './act-as.ts';
