import { post } from '#shared/api/calls/api.ts';

/** Body of a call that takes a file. */
export function withFile(file: Blob, name: string): FormData {
  const form = new FormData();
  form.append('file', file, name);
  return form;
}

/** Uploads a picture to which texts and profiles link. @throws {ApiError} NO_IMAGE, IMAGE_TOO_LARGE */
export const uploadPicture = (file: File) =>
  post<{ link: string }>('/upload/image', withFile(file, file.name));
