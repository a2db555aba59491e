import { type SQL, sql } from 'drizzle-orm';
import { type Viewer, visibleAmongMany } from './visible.ts';

/** What lists, menu and search show: what this user sees; in the app only reports with "show on app" (Spec 3). */
export const listedReport = (viewer: Viewer, app: '1' | undefined): SQL =>
  app ? sql`(${visibleAmongMany(viewer)} and r.on_app)` : visibleAmongMany(viewer);
