import type { Move } from '../move.ts';
import { catalog } from './catalog.ts';
import { credentials } from './credentials.ts';
import { displays } from './displays.ts';
import { honest } from './honest.ts';
import { imports } from './imports.ts';
import { keysOfTheHouse } from './keys.ts';
import { layers } from './layers.ts';
import { links } from './links.ts';
import { mailed } from './mailed.ts';
import { messages } from './messages.ts';
import { notices } from './notices.ts';
import { administration } from './people.ts';
import { remote } from './remote.ts';
import { tasks } from './tasks.ts';
import { visits } from './visits.ts';
import { wakes } from './wakes.ts';
import { waysIn } from './ways-in.ts';

export const moves: readonly Move[] = [
  ...waysIn,
  ...links,
  ...credentials,
  ...administration,
  ...keysOfTheHouse,
  ...mailed,
  ...imports,
  ...remote,
  ...visits,
  ...tasks,
  ...wakes,
  ...messages,
  ...displays,
  ...catalog,
  ...layers,
  ...notices,
  ...honest,
];
