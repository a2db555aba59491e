import * as z from 'zod/mini';
import { endpoint } from '../contract/endpoint.ts';
import { done, nothing, version } from '../contract/fields.ts';
import { language, profile } from '../session/contract.ts';
import { pictureData, pictureMaxBytes } from './change-contract.ts';
import { maxNameLength } from './limits.ts';

// The user's own profile (Spec 2, Edit Profile): what users change without an administrator.

export const readOwnProfile = endpoint({
  method: 'GET',
  path: '/api/auth/account/profile',
  needs: 'account.own',
  summary: 'Returns the caller’s profile in this unit, the fields they may change, and the default country of phone numbers.',
  input: nothing,
  output: z.object({
    name: z.string(),
    email: z.string(),
    phone: z.nullable(z.string()),
    language: z.nullable(language),
    profile,
    department: z.nullable(z.string()),
    position: z.nullable(z.string()),
    picture: z.nullable(z.string()),
    /** A directory provisions this user: name and phone come from there. */
    managed: z.boolean(),
    country: z.string(),
    version: z.number(),
  }),
});

export const saveOwnProfile = endpoint({
  method: 'PUT',
  path: '/api/auth/account/profile',
  needs: 'account.own',
  summary: 'Updates the caller’s name, phone number and language; fields managed by a directory are left unchanged.',
  input: z.strictObject({
    version,
    name: z.string().check(z.trim(), z.minLength(1, 'required'), z.maxLength(maxNameLength, 'too_long')),
    phone: z.nullable(z.string().check(z.maxLength(40, 'too_long'))),
    language: z.nullable(language),
  }),
  output: z.object({ version: z.number() }),
  errors: ['changed_meanwhile', 'phone_taken', 'managed_by_directory'],
});

export const setOwnPicture = endpoint({
  method: 'PUT',
  path: '/api/auth/account/picture',
  needs: 'account.own',
  summary: 'Sets the caller’s picture (PNG, JPEG or WebP by content, base64); the previous one is deleted.',
  input: z.strictObject({ data: pictureData }),
  output: z.object({ picture: z.string(), version: z.number() }),
  errors: ['invalid_file', 'body_too_large'],
  maxBytes: pictureMaxBytes,
});

export const removeOwnPicture = endpoint({
  method: 'DELETE',
  path: '/api/auth/account/picture',
  needs: 'account.own',
  summary: 'Removes the caller’s picture; their initials are shown again. Idempotent.',
  input: nothing,
  output: done,
});
