import { exportLog, findMails } from './mail-log.ts';
import { readServer, removeServer, saveServer } from './mail-server.ts';
import { tryServer } from './test-server.ts';

export const routes = [readServer, saveServer, removeServer, tryServer, findMails, exportLog];
