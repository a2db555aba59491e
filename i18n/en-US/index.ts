import { automate } from './part-automate.ts';
import { manage } from './part-manage.ts';
import { operate } from './part-operate.ts';
import { personal } from './part-personal.ts';
import { signIn } from './part-sign-in.ts';
import { view } from './part-view.ts';
import { write } from './part-write.ts';

// Every text of the portal. The browser loads it in these seven parts, each when a screen needs it (web/app/i18n.ts).
export const texts = { ...signIn, ...view, ...personal, ...manage, ...automate, ...operate, ...write };
