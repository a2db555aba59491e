import type { texts as defining } from '../en-US/index.ts';
import type { Texts } from '../types.ts';
import { automate } from './part-automate.ts';
import { manage } from './part-manage.ts';
import { operate } from './part-operate.ts';
import { personal } from './part-personal.ts';
import { signIn } from './part-sign-in.ts';
import { view } from './part-view.ts';
import { write } from './part-write.ts';

export const texts: Texts<typeof defining> = { ...signIn, ...view, ...personal, ...manage, ...automate, ...operate, ...write };
