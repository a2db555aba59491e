/** A person of a directory, as the stand-in's tokens describe them. */
export type DirectoryPerson = {
  tid: string;
  oid: string;
  name: string;
  username: string;
  email?: string;
  groups?: string[];
  /** How the directory marks a guest: the claim `acct`. */
  acct?: number;
  note?: string;
};

/** Directories of the demo: one that Vértice lists, and one that no unit lists. */
export const verticeDirectory = '5f0c6a1e-7f1a-4f0e-9a51-000000000001';
const strangersDirectory = '5f0c6a1e-7f1a-4f0e-9a51-000000000002';
export const demoGroup = '5f0c6a1e-7f1a-4f0e-9a51-0000000000a1';
const oid = (n: number) => `5f0c6a1e-7f1a-4f0e-9a51-00000000010${n}`;

/** The product's own app registration at the stand-in, and one that a unit may bring. */
export const clients = {
  product: { id: '5f0c6a1e-7f1a-4f0e-9a51-00000000c001', secret: 'demo-secret-of-the-product' },
  own: { id: '5f0c6a1e-7f1a-4f0e-9a51-00000000c002', secret: 'demo-secret-of-a-unit' },
};

export const demoPeople: readonly DirectoryPerson[] = [
  {
    tid: verticeDirectory,
    oid: oid(1),
    name: 'Rafael Nogueira',
    username: 'regional@vertice.test',
    groups: [demoGroup],
    note: 'is in Vértice already: bound at the first sign-in',
  },
  {
    tid: verticeDirectory,
    oid: oid(2),
    name: 'Clara Menezes',
    username: 'clara@vertice.test',
    groups: [demoGroup],
    note: 'new: made at the first sign-in',
  },
  {
    tid: verticeDirectory,
    oid: oid(5),
    name: 'Administrator of Vértice',
    username: 'admin@vertice.test',
    note: 'administers Vértice: confirms it once with the password',
  },
  { tid: verticeDirectory, oid: oid(6), name: 'Iara Pontes', username: 'iara@vertice.test', note: 'new: made at the first sign-in' },
  {
    tid: verticeDirectory,
    oid: oid(7),
    name: 'Guest by name',
    username: 'admin_vertice.test#EXT#@vertice.onmicrosoft.test',
    email: 'admin@vertice.test',
    note: 'a guest of the directory with the address of Vértice’s administrator: is refused',
  },
  {
    tid: verticeDirectory,
    oid: oid(8),
    name: 'Guest by mark',
    username: 'regional@vertice.test',
    acct: 1,
    note: 'a guest of the directory under the name of a user of Vértice: is refused',
  },
  { tid: verticeDirectory, oid: oid(3), name: 'Blocked in Vértice', username: 'blocked@vertice.test', note: 'is blocked in Vértice' },
  {
    tid: strangersDirectory,
    oid: oid(4),
    name: 'Somebody else',
    username: 'somebody@elsewhere.test',
    note: 'of a directory that is not allowed',
  },
];
