import { type SQL, sql } from 'drizzle-orm';
import { type Viewer, visibleAmongMany } from './visible.ts';

/** What lists, menu and search show: what this person sees; on phones and in the installed app only what is meant for them (Spec 3, "show on app"). */
export const listedReport = (viewer: Viewer, app: '1' | undefined): SQL =>
  app ? sql`(${visibleAmongMany(viewer)} and r.on_app)` : visibleAmongMany(viewer);
