import { describe, expect, test } from 'vitest';
import { getProjection, project } from './project.ts';
import { enterpriseUrn, userShape, userUrn } from './schemas.ts';
import type { ScimObject } from './values.ts';

const shape = userShape([], 'en-US');
const person: ScimObject = {
  schemas: [userUrn],
  id: '1',
  userName: 'ana',
  name: { givenName: 'Ana', familyName: 'Sá' },
  emails: [{ value: 'a@x.test' }, { value: 'b@x.test', type: 'home' }],
  [enterpriseUrn]: { manager: { value: 'm' } },
};
const without = (...paths: string[]) => project(person, getProjection(null, paths), shape);

describe('an excluded sub-attribute', () => {
  test('leaves the other parts, and no empty object', () => {
    expect(without('name.givenName').name).toEqual({ familyName: 'Sá' });
    expect(without('name.givenName', 'NAME.familyname')).not.toHaveProperty('name');
    expect(without('emails.value').emails).toEqual([{ type: 'home' }]);
    expect(without('emails.value', 'emails.type')).not.toHaveProperty('emails');
    expect(without(`${enterpriseUrn}:manager.value`)).not.toHaveProperty(enterpriseUrn);
    expect(without(`${enterpriseUrn}:manager`)).toEqual({ ...person, [enterpriseUrn]: undefined });
    expect(without('emails.display', 'schemas', 'id')).toEqual(person);
  });
});
