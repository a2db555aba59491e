import { newId, refuse, type Sim, type SimApp, type SimContext } from '../sim.ts';
import { bad, base, hidden, list, text, toJson } from './shared.ts';

const most = 500;

/** Service principal profiles: only the principal itself makes and lists them. */
export function profileRoutes(app: SimApp, sim: Sim): void {
  const asProfile = (c: SimContext) =>
    c.get('profile') ? refuse(c, 403, 'PowerBINotAuthorizedException', 'A profile cannot manage profiles') : null;
  const find = (c: SimContext) => c.get('principal').profiles.find(({ id }) => id === c.req.param('profile'));
  const isTaken = (c: SimContext, name: string) =>
    c.get('principal').profiles.some(({ displayName }) => displayName.toLowerCase() === name.toLowerCase());
  const body = ({ id, displayName }: { id: string; displayName: string }) => ({ id, displayName });

  app.get(`${base}/profiles`, (c) => asProfile(c) ?? list(c, sim, c.get('principal').profiles.map(body)));
  app.post(`${base}/profiles`, (c) => {
    const refused = asProfile(c);
    if (refused) return refused;
    const displayName = text(toJson(c).displayName);
    const { profiles } = c.get('principal');
    if (!displayName || displayName.length > 256) return bad(c, 'A profile needs a displayName');
    if (isTaken(c, displayName)) return refuse(c, 409, 'PowerBIEntityAlreadyExists', `A profile named '${displayName}' exists already`);
    if (profiles.length >= most) return refuse(c, 403, 'TooManyProfiles', 'No more profiles can be made');
    const made = { id: newId(), displayName, workspaceIds: [] };
    profiles.push(made);
    return c.json(body(made), 201);
  });
  app.get(`${base}/profiles/:profile`, (c) => {
    const found = find(c);
    return asProfile(c) ?? (found ? c.json(body(found)) : hidden(c, 'profile'));
  });
  app.put(`${base}/profiles/:profile`, (c) => {
    const refused = asProfile(c);
    const found = find(c);
    if (refused || !found) return refused ?? hidden(c, 'profile');
    const displayName = text(toJson(c).displayName);
    if (!displayName) return bad(c, 'A profile needs a displayName');
    found.displayName = displayName;
    return c.json(body(found));
  });
  app.delete(`${base}/profiles/:profile`, (c) => {
    const refused = asProfile(c);
    const found = find(c);
    if (refused || !found) return refused ?? hidden(c, 'profile');
    const principal = c.get('principal');
    principal.profiles = principal.profiles.filter(({ id }) => id !== found.id);
    return c.body(null, 200);
  });
}
