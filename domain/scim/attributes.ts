type AttributeType = 'string' | 'boolean' | 'decimal' | 'integer' | 'dateTime' | 'reference' | 'binary' | 'complex';

/** One attribute as RFC 7643, 7 describes it; omitted characteristics have the defaults of that section. */
export type Attribute = {
  name: string;
  type: AttributeType;
  description: string;
  multi?: true;
  required?: true;
  caseExact?: true;
  mutability?: 'readOnly' | 'immutable';
  returned?: 'always';
  uniqueness?: 'server';
  canonical?: readonly string[];
  references?: readonly string[];
  sub?: readonly Attribute[];
};

/** A resource type: its own attributes and those of its extensions, by URN. */
export type Shape = {
  urn: string;
  attributes: readonly Attribute[];
  extensions: Readonly<Record<string, readonly Attribute[]>>;
};

export const text = (name: string, description: string, more: Partial<Attribute> = {}): Attribute => ({
  name,
  type: 'string',
  description,
  ...more,
});
export const complex = (name: string, description: string, sub: readonly Attribute[], more: Partial<Attribute> = {}): Attribute => ({
  name,
  type: 'complex',
  description,
  sub,
  ...more,
});

/** A multi-valued attribute with a display label, a type and a primary value (RFC 7643, 2.4). */
export const values = (
  name: string,
  description: string,
  { value, kinds, more = {} }: { value?: Partial<Attribute>; kinds?: readonly string[]; more?: Partial<Attribute> } = {},
): Attribute =>
  complex(
    name,
    description,
    [
      text('value', 'The value itself.', value),
      text('display', 'How people read it.'),
      text('type', 'What kind of value it is.', kinds ? { canonical: kinds } : {}),
      { name: 'primary', type: 'boolean', description: 'The preferred one; at most one is.' },
    ],
    { multi: true, ...more },
  );

/** The attributes that every resource has beside its schema (RFC 7643, 3.1). */
const commonAttributes: readonly Attribute[] = [
  text('id', 'The identifier that the portal gave.', { caseExact: true, mutability: 'readOnly', returned: 'always', uniqueness: 'server' }),
  text('externalId', 'The identifier that the directory uses.', { caseExact: true }),
  text('schemas', 'The schemas of the resource.', { multi: true, caseExact: true, mutability: 'readOnly', returned: 'always' }),
  complex(
    'meta',
    'About the resource itself.',
    [
      text('resourceType', 'Its type.', { caseExact: true, mutability: 'readOnly' }),
      { name: 'created', type: 'dateTime', description: 'When it was made.', mutability: 'readOnly' },
      { name: 'lastModified', type: 'dateTime', description: 'When it was changed last.', mutability: 'readOnly' },
      { name: 'location', type: 'reference', description: 'Its address.', mutability: 'readOnly', references: ['uri'] },
      text('version', 'Its version.', { caseExact: true, mutability: 'readOnly' }),
    ],
    { mutability: 'readOnly' },
  ),
];

const same = (one: string, other: string) => one.toLowerCase() === other.toLowerCase();

/** The attribute of that name, ignoring case (RFC 7643, 2.1). */
export const findAttribute = (attributes: readonly Attribute[], name: string): Attribute | undefined =>
  attributes.find((attribute) => same(attribute.name, name));

/** All top-level attributes of a resource of the shape. */
export const ownAttributes = (shape: Shape): readonly Attribute[] => [...commonAttributes, ...shape.attributes];
