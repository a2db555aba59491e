import type { Attribute } from '../../../domain/scim/attributes.ts';
import { ScimError } from '../../../domain/scim/error.ts';
import { maxBodyBytes, maxBulkOperations, mostResults } from '../../../domain/scim/limits.ts';
import { describeAttribute } from '../../../domain/scim/project.ts';
import { groupShape, groupUrn, schemaNames, userUrn } from '../../../domain/scim/schemas.ts';
import { configUrn, resourceTypeUrn, schemaUrn, serviceSchemas } from '../../../domain/scim/service-schemas.ts';
import { cut } from '../../../domain/text/cut.ts';
import { checkToken } from './log.ts';
import type { ScimAnswer, ScimCall, ScimContext } from './request.ts';
import { listUrn } from './search.ts';

const config = (base: string) => ({
  schemas: [configUrn],
  documentationUri: 'https://datatracker.ietf.org/doc/html/rfc7644',
  patch: { supported: true },
  bulk: { supported: true, maxOperations: maxBulkOperations, maxPayloadSize: maxBodyBytes },
  filter: { supported: true, maxResults: mostResults },
  changePassword: { supported: false },
  sort: { supported: true },
  etag: { supported: true },
  authenticationSchemes: [
    {
      type: 'oauthbearertoken',
      name: 'OAuth Bearer Token',
      description: 'A token that an administrator of the portal makes, in the Authorization header.',
      specUri: 'https://datatracker.ietf.org/doc/html/rfc6750',
      primary: true,
    },
  ],
  meta: { resourceType: 'ServiceProviderConfig', location: `${base}/ServiceProviderConfig` },
});

const resourceTypes = ({ base, shape }: ScimContext) => [
  {
    schemas: [resourceTypeUrn],
    id: 'User',
    name: 'User',
    endpoint: '/Users',
    description: 'User Account',
    schema: userUrn,
    schemaExtensions: Object.keys(shape.extensions).map((schema) => ({ schema, required: false })),
    meta: { resourceType: 'ResourceType', location: `${base}/ResourceTypes/User` },
  },
  {
    schemas: [resourceTypeUrn],
    id: 'Group',
    name: 'Group',
    endpoint: '/Groups',
    description: 'Group',
    schema: groupUrn,
    meta: { resourceType: 'ResourceType', location: `${base}/ResourceTypes/Group` },
  },
];

const schemas = ({ base, shape }: ScimContext) => {
  const own: Record<string, readonly Attribute[]> = { [userUrn]: shape.attributes, ...shape.extensions, [groupUrn]: groupShape.attributes };
  const resources = Object.entries(own).map(([id, attributes]) => ({ id, name: id, description: id, ...schemaNames[id], attributes }));
  const services = Object.entries(serviceSchemas).map(([id, each]) => ({ id, ...each }));
  return [...resources, ...services].map(({ id, name, description, attributes }) => ({
    schemas: [schemaUrn],
    id,
    name,
    description,
    attributes: attributes.map(describeAttribute),
    meta: { resourceType: 'Schema', location: `${base}/Schemas/${id}` },
  }));
};

const found = (body: object & { meta: { location: string } }): ScimAnswer => ({
  status: 200,
  body,
  headers: { 'content-location': body.meta.location },
});

function listed(
  resources: readonly (object & { id: string; meta: { location: string } })[],
  id: string | undefined,
  what: string,
): ScimAnswer {
  if (id === undefined)
    return {
      status: 200,
      body: { schemas: [listUrn], totalResults: resources.length, startIndex: 1, itemsPerPage: resources.length, Resources: resources },
    };
  const one = resources.find((each) => each.id.toLowerCase() === id.toLowerCase());
  if (!one) throw new ScimError(404, `There is no ${what} "${cut(id, 200)}".`);
  return found(one);
}

/** What the portal supports (RFC 7644, 4). These answers aren't filtered. */
export async function discover(scim: ScimContext, call: ScimCall): Promise<ScimAnswer> {
  const [what, id] = call.path;
  await checkToken(scim);
  if (call.query.has('filter')) throw new ScimError(403, 'These resources are not filtered.');
  if (what === 'ServiceProviderConfig') return found(config(scim.base));
  return what === 'ResourceTypes' ? listed(resourceTypes(scim), id, 'ResourceType') : listed(schemas(scim), id, 'Schema');
}
