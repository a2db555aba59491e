import type { Fault } from '../support/planting.ts';
import { by, comeIn, honestly, type Move, mallory } from './move.ts';
import { changeCompany, touch } from './moves/credentials.ts';
import { beats, change, makeLink } from './moves/displays.ts';
import { adopt, provision, raise, turn } from './moves/keys.ts';
import { asOlga, pedroSets, setState } from './moves/layers.ts';
import { link } from './moves/links.ts';
import { accept, forget } from './moves/mailed.ts';
import { promote, redirect, resetFactors } from './moves/people.ts';
import { ask, enter } from './moves/remote.ts';
import { relate, visit } from './moves/visits.ts';
import { asserted, choosePassword, cloud, plant, plantNew } from './moves/ways-in.ts';
import type { Scene } from './scene.ts';

/** Checks removed on purpose, and the few moves by which the walk notices it. */
type Planted = { what: string; faults: readonly Fault[]; script: readonly Move[] };

const signIn = mallory('mallory signs in', (scene) => comeIn(scene, 'mallory', scene.a, scene.people.mallory));
const pedroSignsIn = by('pedro', 'pedro signs in', (scene) => comeIn(scene, 'pedro', scene.partner, scene.people.pedro));
const asserts = (email: (scene: Scene) => string, key: string) =>
  mallory('A’s provider asserts a victim', (scene, random) => asserted(scene, random, { email: email(scene), key }));
const asDora = asserts(({ people }) => people.dora.email, 'key-dora');
/** To C, where Dora works too. */
const onward = mallory('mallory changes unit', (scene, random) => changeCompany(scene, 'mallory', random, scene.held.at(-1), scene.c));
const pedroVisits = by('pedro', 'pedro visits B', (scene, random) => visit(scene, random, { unit: scene.b, asPerson: false }));
const beaAsks = by(
  'honest',
  'bea wants to be asked',
  async (scene) => relate(await honestly(scene, scene.b, scene.people.bea), scene.b, { action: 'verify', verify: true }),
  { may: ['b:keys'] },
);
const olgaBlocks = by('honest', 'olga blocks D', (scene) => setState(asOlga(scene), scene.d, 'block'), { may: ['d:state', 'd:held'] });
const pedroOn = (action: 'unblock' | 'block', unit: (scene: Scene) => { id: string }) =>
  by('pedro', `pedro tries to ${action}`, (scene) => pedroSets(scene, action, unit(scene)), { may: ['d:state'] });
const carlosComes = by('honest', 'carlos signs in', (scene) => comeIn(scene, 'honest', scene.b, scene.people.carlos));
const carlosForgets = by('honest', 'carlos sets a new password', (scene, random) => forget(scene, random), { may: ['account:carlos'] });
const links = mallory('mallory links Vera', (scene, random) => link(scene, random, { id: scene.people.nadia.id, subject: 'key-9' }));

const raises = mallory('A’s directory raises a person', async (scene) => {
  await provision(scene, `new-${scene.a.id.slice(0, 8)}@people.test`, 'x-1');
  await raise(scene, scene.provisioned.at(-1) ?? '');
});

export const planted: readonly Planted[] = [
  {
    what: 'any own session reaches the account',
    faults: [
      {
        name: 'enter',
        find: "se.kind = 'own' and (se.vouched = 'account' or se.proved_at > app.now() - interval '15 minutes')",
        put: "se.kind = 'own'",
      },
    ],
    script: [asDora, onward],
  },
  {
    what: 'every way in vouches as the account',
    faults: [
      { name: 'vouched_by', find: "and p_way in ('password', 'passkey', 'invitation', 'company')" },
      { name: 'vouched_by', find: "p_vouched = 'account'", put: 'true' },
    ],
    script: [asDora],
  },
  {
    what: 'a unit’s own host vouches as the product’s',
    faults: [
      { name: 'session_begin', find: "(p->>'ours')::boolean is true and ", put: '' },
      { name: 'session_begin', find: "case when b->>'vouched' is distinct from 'unit' then 'account' else 'unit' end", put: "'account'" },
    ],
    script: [
      mallory('dora types her password at A’s DNS', (scene) => comeIn(scene, 'mallory', { host: scene.ownHost }, scene.people.doraAtA)),
    ],
  },
  {
    what: 'changing unit asks nobody who vouched',
    faults: [
      {
        name: 'change_company',
        find: 'v_account uuid := app.my_account()',
        put: 'v_account uuid := (select u.account_id from public.users u where u.tenant_id = app.tenant_id() and u.id = app.user_id())',
      },
    ],
    script: [asDora, onward],
  },
  {
    what: 'an address alone links anybody',
    faults: [{ name: 'may_link', find: '', put: 'select true' }],
    script: [asserts(({ people }) => people.ana.email, 'key-9')],
  },
  {
    what: 'an identifier links any person',
    faults: [{ name: 'link_holds', find: '', put: 'select true' }],
    script: [
      signIn,
      mallory('mallory links Ana', (scene, random) => link(scene, random, { id: scene.people.anaAtA.id, subject: 'key-9' })),
    ],
  },
  {
    what: 'a directory adopts anybody',
    faults: [{ name: 'scim_adopts', find: '', put: 'select true' }],
    script: [
      mallory('A’s directory makes Ana', (scene) => adopt(scene, scene.people.anaAtA.id, 'key-9')),
      asserts(({ people }) => people.ana.email, 'key-9'),
    ],
  },
  {
    what: 'guests of a directory are let in',
    faults: [
      { name: 'entra_person', find: "v_guest boolean := (p_person->>'guest')::boolean is not false", put: 'v_guest boolean := false' },
      { name: 'entra_person', find: "v_vouched boolean := (p_person->>'vouched')::boolean is true", put: 'v_vouched boolean := true' },
    ],
    script: [
      mallory('A’s cloud directory names a guest', (scene, random) => cloud(scene, random, { email: 'guest@people.test', guest: true })),
    ],
  },
  {
    what: 'a unit resets the factors of an account',
    faults: [
      {
        name: 'reset_factors',
        find: 'where f.tenant_id = u.tenant_id and f.user_id = u.id and f.kind',
        put: 'where f.holder in (u.account_id, u.id) and f.kind',
      },
    ],
    script: [signIn, mallory('mallory resets Eva’s factors', async (scene) => resetFactors(scene, scene.people.evaAtA.id))],
  },
  {
    what: 'a promotion keeps what was linked',
    faults: [{ name: 'drop_planted', find: '', put: 'begin return null; end' }],
    script: [signIn, mallory('mallory plants', plant), mallory('mallory promotes Vera', promote)],
  },
  {
    what: 'a promotion keeps the factors that a linked identifier left behind',
    faults: [
      {
        name: 'drop_planted',
        find: 'delete from public.factors f where f.tenant_id = new.tenant_id and f.user_id = new.id and f.kind',
        put: 'delete from public.factors f where false and f.kind',
      },
      { name: 'drop_planted', find: 'delete from public.factors f where f.tenant_id = new.tenant_id and f.user_id = new.id;', put: '' },
    ],
    script: [signIn, mallory('mallory plants', plant), mallory('mallory promotes Vera', promote)],
  },
  {
    what: 'a password is chosen on a host of a unit’s DNS',
    faults: [
      {
        name: 'session_begin',
        find: "if v_change and v_vouched is distinct from 'account' then raise exception 'account_elsewhere' using errcode = 'MR427'; end if;",
      },
    ],
    script: [mallory('mallory chooses a password', choosePassword)],
  },
  {
    what: 'what was planted is carried over to the account',
    faults: [{ name: 'drop_factors', find: '', put: 'begin return null; end' }],
    script: [
      signIn,
      mallory('mallory plants a factor', plantNew),
      by('honest', 'the person accepts', accept, { may: ['a:people', 'a:factors'] }),
    ],
  },
  {
    what: 'another address keeps the account',
    faults: [
      {
        name: 'part_account',
        find: 'new.email <> old.email and app.tenant_id() is not null',
        put: 'false and app.tenant_id() is not null',
      },
    ],
    script: [signIn, mallory('mallory redirects Ana', async (scene) => redirect(scene, scene.people.anaAtA))],
  },
  {
    what: 'a new password leaves old sessions',
    faults: [{ name: 'end_account', find: '', put: 'select' }],
    script: [carlosComes, carlosForgets],
  },
  {
    what: 'a visit is asked about only once',
    faults: [{ name: 'may_act', find: ' or app.may_visit(q, se.actor_sid) is not true' }],
    script: [pedroSignsIn, pedroVisits, beaAsks],
  },
  {
    what: 'nobody’s consent is needed',
    faults: [
      { name: 'may_visit', find: "v_waits or q.kind = 'view' or q.person_at is not null", put: 'true' },
      { name: 'act_start', find: "q.state is distinct from 'authorized' or (q.enter_by > app.now()) is not true", put: 'false' },
    ],
    script: [signIn, mallory('mallory asks', ask), mallory('mallory enters', enter)],
  },
  {
    what: 'a partner undoes what the platform did',
    faults: [{ name: 'set_tenant_status', find: "raise exception 'above' using errcode = 'MT403'", put: 'null' }],
    script: [pedroSignsIn, olgaBlocks, pedroOn('unblock', ({ d }) => d)],
  },
  {
    what: 'every unit is below a partner',
    faults: [{ name: 'below', find: '', put: 'begin return true; end' }],
    script: [pedroSignsIn, pedroOn('block', ({ c }) => c)],
  },
  {
    what: 'no factor is asked for keys of the house',
    faults: [{ name: 'guard_keys', find: "raise exception 'factor_due' using errcode = 'MR424'", put: 'null' }],
    script: [
      signIn,
      signIn,
      mallory('mallory adds a factor', (scene, random) => touch(scene, 'mallory', random, 'adds a factor', scene.held.at(-1), true)),
      mallory('mallory makes a key', (scene, random) => turn(scene, 'mallory', random, 'makes an embedding key', scene.held.at(0))),
    ],
  },
  {
    what: 'a display goes on with a new link',
    faults: [{ name: 'enter_player', find: 'and p.generation = d.generation ' }],
    script: [
      signIn,
      mallory('mallory makes a display', makeLink),
      mallory('mallory makes its link anew', change('rotate')),
      by('honest', 'the display beats', beats),
    ],
  },
  {
    what: 'the audit log does not say who linked',
    faults: [
      {
        name: 'identity_link',
        find: 'p_address, p_request); perform app.act_tell',
        put: 'p_address, p_request, p_user => null); perform app.act_tell',
      },
    ],
    script: [signIn, links],
  },
  {
    what: 'the audit log does not say what it was before',
    faults: [
      {
        name: 'set_partner_relation',
        find: "'before', jsonb_build_object('verify', o.verify, 'status', o.status",
        put: "'before', jsonb_build_object('verify', n.verify, 'status', n.status",
      },
    ],
    script: [beaAsks],
  },
  {
    what: 'the audit log leaves out what a directory raises',
    faults: [{ name: 'keep_mapped_profiles', find: "'by', 'scim')) from w", put: "'by', 'scim')) from w where false" }],
    script: [raises],
  },
];
