// hostile: templates that double at every level; expect: cause=cpu|memory|exit exitCode=1
template <int depth, class A, class B> struct Tree {
  typename Tree<depth - 1, Tree<0, A, B>, A>::type left;
  typename Tree<depth - 1, B, Tree<0, B, A>>::type right;
  using type = Tree;
};
template <class A, class B> struct Tree<0, A, B> { using type = int; };
Tree<200, int, long> tree;
int main() {}
