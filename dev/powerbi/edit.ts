import * as z from 'zod';
import { pageKinds } from './model/types.ts';
import { maxReports } from './rest/shared.ts';
import { newId, refuse, type Sim, type SimApp, type SimContext } from './sim.ts';
import { readToken } from './tokens.ts';
import type { Found } from './world.ts';
import { newReport } from './world-demo.ts';

const maxPages = 30;
const pages = z
  .array(
    z.strictObject({
      name: z.string().check(z.minLength(1), z.maxLength(64)),
      displayName: z.string().check(z.minLength(1), z.maxLength(80)),
      visibility: z.union([z.literal(0), z.literal(1)]),
      kind: z.enum(pageKinds),
    }),
  )
  .check(z.minLength(1), z.maxLength(maxPages));
const saveInput = z.strictObject({ pages });
const saveAsInput = z.strictObject({
  name: z.string().check(z.minLength(1), z.maxLength(200)),
  targetWorkspaceId: z.nullable(z.string()),
  pages,
});

/** The page's request to save a report in place or as a copy. */
export function editFace(app: SimApp, sim: Sim): void {
  const opened = (c: SimContext): Found | Response => {
    const [scheme, text] = (c.req.header('authorization') ?? '').split(' ');
    const token = scheme === 'EmbedToken' && text ? readToken('embed', text) : null;
    if (!token) return refuse(c, 401, 'PowerBINotAuthorizedException', 'The embed token is not valid');
    if (token.endsAt <= sim.now()) return refuse(c, 403, 'TokenExpired', 'Access token has expired, resubmit with a new access token');
    const found = sim.world.findReport(c.req.param('report') ?? '');
    const mayEdit = token.reports.some(({ id, allowEdit }) => id === found?.report.id && allowEdit);
    if (!found || found.principal.appId !== token.appId || !mayEdit)
      return refuse(c, 403, 'PowerBINotAuthorizedException', 'The embed token does not let this report be changed');
    return found;
  };
  const read = <T extends z.ZodType>(c: SimContext, shape: T): z.infer<T> | null => {
    try {
      return shape.safeParse(JSON.parse(c.get('body'))).data ?? null;
    } catch {
      return null;
    }
  };

  app.post('/embed/reports/:report/save', (c) => {
    const found = opened(c);
    if (found instanceof Response) return found;
    const input = read(c, saveInput);
    if (!input) return refuse(c, 400, 'InvalidRequest', 'The pages are not valid');
    found.report.pages = input.pages;
    return c.json({ id: found.report.id, name: found.report.name });
  });

  app.post('/embed/reports/:report/saveAs', (c) => {
    const found = opened(c);
    if (found instanceof Response) return found;
    const input = read(c, saveAsInput);
    if (!input) return refuse(c, 400, 'InvalidRequest', 'The name or the pages are not valid');
    const target = input.targetWorkspaceId ? found.principal.workspaces.find(({ id }) => id === input.targetWorkspaceId) : found.workspace;
    if (!target) return refuse(c, 404, 'PowerBIEntityNotFound', 'The group was not found');
    if (target.reports.length >= maxReports) return refuse(c, 403, 'TooManyReports', 'No more reports can be made here');
    const made = newReport({ ...found.report, id: newId(), name: input.name, pages: input.pages });
    target.reports.push(made);
    return c.json({ id: made.id, name: made.name });
  });
}
