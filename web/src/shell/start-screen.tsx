/** Shown until the first screen is loaded; looks like `index.html`, so that nothing moves. */
export function StartScreen() {
  const icon = document.querySelector<HTMLLinkElement>('link[rel="icon"]')?.href;
  return (
    <div className="start">
      <img src={icon} width={56} height={56} alt="" />
    </div>
  );
}
