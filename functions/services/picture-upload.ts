import { AppError } from '../../domain/errors/catalogue.ts';

/** What each kind of picture is served as. */
export const pictureTypes = { png: 'image/png', jpg: 'image/jpeg', webp: 'image/webp' } as const;

/** The bytes of an upload that came as base64 in the field `data`; refuses with invalid_file what is no base64. */
export function uploadedBytes(base64: string): Uint8Array<ArrayBuffer> {
  try {
    return Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
  } catch {
    throw new AppError('invalid_file', undefined, { field: 'data' });
  }
}
