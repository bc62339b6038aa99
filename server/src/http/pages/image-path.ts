/** Address of an uploaded picture. */
export const imagePath = (name: string): string => `/uploads/images/${name}`;
