import { AppError } from '../../domain/errors/catalogue.ts';

/** The media type that each kind of picture is served as. */
export const pictureTypes = { png: 'image/png', jpg: 'image/jpeg', webp: 'image/webp' } as const;

/** The bytes of an upload sent as base64 in the field `data`; refuses invalid base64 with invalid_file. */
export function uploadedBytes(base64: string): Uint8Array<ArrayBuffer> {
  try {
    return Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
  } catch {
    throw new AppError('invalid_file', undefined, { field: 'data' });
  }
}
