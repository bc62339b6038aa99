import { FileButton, type FileButtonProps } from '@mantine/core';
import { useRef } from 'react';

export interface FilePickProps
  extends Pick<FileButtonProps<true>, 'accept' | 'children' | 'disabled' | 'inputProps'> {
  isMultiple?: boolean;
  /** Takes what was chosen, at least one file. */
  onFiles: (files: readonly [File, ...File[]]) => void;
}

/**
 * Button by which files are chosen. The field forgets them at once: browsers report no change when the same file is
 * chosen again, which people do after they have corrected it.
 */
export function FilePick({ isMultiple = false, onFiles, ...props }: FilePickProps) {
  const forget = useRef<() => void>(null);
  function take([first, ...others]: readonly File[]) {
    if (first) onFiles([first, ...others]);
    forget.current?.();
  }
  return (
    <FileButton
      {...props}
      multiple={isMultiple}
      resetRef={forget}
      onChange={(chosen: File | File[] | null) => take([chosen ?? []].flat())}
    />
  );
}
